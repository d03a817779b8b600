import { cpus } from 'node:os';

/** When and on what machine the figures were measured. */
export function circumstances(command: string): string {
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`;
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date} with \`${command}\`: ${machine}, Node ${process.versions.node}, ${process.platform}.`;
}
