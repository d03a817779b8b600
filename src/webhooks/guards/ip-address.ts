/** An address of the internet in bits, behind its version: `4` and 32 of them, or `6` and 128. */
export type IpAddress = `${4 | 6}${string}`;

/** Reads an address; nothing where it is none. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is an IPv4 address. */
export function parseIp(text: string): IpAddress | undefined {
  // A zone (`%eth0`) says nothing of the address. As part of an IPv6 address, an IPv4 address is read strictly: four decimals, no leading zeros.
  const address = text.includes(':') ? text.replace(/%[\w.-]+$/, '') : `0:0:0:0:0:ffff:${text}`;
  const url = `http://[${address}]`;
  if (/[^\da-f:.]/i.test(address) || !URL.canParse(url)) return undefined;
  // The platform writes an address in full but for one gap.
  const [head = '', tail = ''] = new URL(url).hostname.slice(1, -1).split('::').map(bitsOf);
  const bits = head.padEnd(128 - tail.length, '0') + tail;
  return bits.startsWith(mapped) ? `4${bits.slice(96)}` : `6${bits}`;
}

/**
 * Reads a block in the notation of CIDR, or a single address: as the bits with which the addresses in it begin. Nothing where it
 * is neither.
 */
export function parseBlock(text: string): string | undefined {
  const [, address = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const ip = parseIp(address);
  if (!ip || size === undefined) return ip;
  // Of an IPv4 address that is written as IPv6, the first 96 bits are those of the way it is written.
  const end = 1 + Number(size) - (address.includes(':') && ip.startsWith('4') ? 96 : 0);
  return end < 1 || end > ip.length ? undefined : ip.slice(0, end);
}

const mapped = '0'.repeat(80) + '1'.repeat(16);

function bitsOf(groups: string): string {
  return groups.replace(/[\da-f]+:?/g, (group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'));
}
