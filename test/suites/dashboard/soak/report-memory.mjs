// Loaded into the process of the emulator: sends the bytes in use after garbage collection to the parent process.
process.on('message', () => {
  // One collection frees array buffers, and only the next one counts them.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  process.send(heapUsed + arrayBuffers);
});
// The listener must not keep the process running.
process.channel.unref();
