/**
 * 53 bits that stand for a text, so that a long walk remembers numbers and not texts. Among the 20,000 ids of two busy
 * months, two share a fingerprint once in some 40 million cases. Fast, and no protection against forgery.
 */
export function fingerprint(text: string): number {
  let high = 0x9e3779b9;
  let low = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(rotate(high, 5) ^ unit, 0x85ebca6b);
    low = Math.imul(rotate(low, 13) ^ unit, 0xc2b2ae35);
  }
  return (scramble(high) >>> 11) * 2 ** 32 + (scramble(low) >>> 0);
}

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}

function scramble(bits: number): number {
  const half = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  return half ^ (half >>> 15);
}
