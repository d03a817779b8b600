const mapped = '0'.repeat(80) + '1'.repeat(16);

/** Returns the version and the bits of an IP address: `4` and 32 bits, also for `::ffff:192.0.2.1`, or `6` and 128 bits. */
export function parseIp(text: string): string | undefined {
  // The platform parses an IPv4 address inside an IPv6 address strictly: four decimals without leading zeros. A zone is ignored.
  const address = text.includes(':') ? text.replace(/%[\w.-]+$/, '') : `0:0:0:0:0:ffff:${text}`;
  const url = `http://[${address}]`;
  if (/[^\da-f:.]/i.test(address) || !URL.canParse(url)) return undefined;
  // The platform shortens at most one run of zeros.
  const [head = '', tail = ''] = new URL(url).hostname.slice(1, -1).split('::').map(bitsOf);
  const bits = head.padEnd(128 - tail.length, '0') + tail;
  return bits.startsWith(mapped) ? `4${bits.slice(96)}` : `6${bits}`;
}

/** Parses an IP address, or a block in CIDR notation. Returns the bits that its IP addresses begin with. */
export function parseBlock(text: string): string | undefined {
  const [, address = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const ip = parseIp(address);
  if (!ip || size === undefined) return ip;
  // In IPv6 notation, the first 96 bits of an IPv4 address are fixed.
  const end = 1 + Number(size) - (address.includes(':') && ip.startsWith('4') ? 96 : 0);
  return end < 1 || end > ip.length ? undefined : ip.slice(0, end);
}

function bitsOf(groups: string): string {
  return groups.replace(/[\da-f]+:?/g, (group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'));
}
