/** An address of the internet in bits, behind its version: `4:` and 32 of them, or `6:` and 128. */
export type IpAddress = `${4 | 6}:${string}`;

/** Reads an address; nothing where it is none. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is an IPv4 address. */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) return isIpv4(text) ? `4:${bitsOf(text.split('.').map(Number), 8)}` : undefined;
  const groups = groupsOf(text);
  if (!groups) return undefined;
  const bits = bitsOf(groups, 16);
  return bits.startsWith(mapped) ? `4:${bits.slice(96)}` : `6:${bits}`;
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
  const end = 2 + Number(size) - (address.includes(':') && ip.startsWith('4') ? 96 : 0);
  return end < 2 || end > ip.length ? undefined : ip.slice(0, end);
}

const mapped = '0'.repeat(80) + '1'.repeat(16);

/** In decimals without leading zeros, which some read as octal. */
function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|(?:2[0-4]|1\d|[1-9])?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** The platform's own parser of addresses writes it in full but for one gap. A zone (`%eth0`) says nothing of the address. */
function groupsOf(text: string): number[] | undefined {
  const url = `http://[${text.replace(/%[\w.-]+$/, '')}]`;
  if (/[^\da-f:.]/i.test(url.slice('http://['.length, -1)) || !URL.canParse(url)) return undefined;
  const halves = new URL(url).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = halves.map((half) =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)),
  );
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function bitsOf(numbers: readonly number[], size: number): string {
  return numbers.map((number) => number.toString(2).padStart(size, '0')).join('');
}
