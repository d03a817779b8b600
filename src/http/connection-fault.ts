/** What is known of a fault of a connection, by the code that a runtime gives it. */
interface KnownFault {
  readonly words: string;
  /** It comes before the first byte of a request can have left. */
  readonly isBeforeTheSend?: boolean;
  /** Another attempt would end like this one. */
  readonly isLasting?: boolean;
}

const refused = { words: 'nothing listens at the base address', isBeforeTheSend: true };
const unreachable = { words: 'the host of the base address cannot be reached', isBeforeTheSend: true };
const broken = { words: 'the connection broke' };
const slow = { words: 'the connection timed out' };
const spoilt = { words: 'the answer arrived damaged' };
const refusedCertificate = {
  words: 'the certificate of the base address is not to be trusted',
  isBeforeTheSend: true,
  isLasting: true,
};
const notToBeSent = {
  words: 'the runtime cannot send such a request',
  isBeforeTheSend: true,
  isLasting: true,
};

/** The codes that may be shown, as well: a code that is not known could be anything. */
const knownFaults: Readonly<Record<string, KnownFault>> = {
  ECONNREFUSED: refused,
  ConnectionRefused: refused,
  ENOTFOUND: { words: 'the host of the base address is not known', isBeforeTheSend: true },
  EAI_AGAIN: { words: 'the name server did not answer', isBeforeTheSend: true },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  UND_ERR_CONNECT_TIMEOUT: { words: 'no connection came about in time', isBeforeTheSend: true },
  UND_ERR_INVALID_ARG: notToBeSent,
  UND_ERR_NOT_SUPPORTED: notToBeSent,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: notToBeSent,
  CERT_HAS_EXPIRED: refusedCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: refusedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: refusedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: refusedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: refusedCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: refusedCertificate,
  UND_ERR_HEADERS_OVERFLOW: {
    words: 'the headers of the answer are too large for the runtime',
    isLasting: true,
  },
  ECONNRESET: broken,
  ConnectionReset: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  ETIMEDOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow,
  UND_ERR_BODY_TIMEOUT: slow,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: spoilt,
  Z_DATA_ERROR: spoilt,
  Z_BUF_ERROR: spoilt,
};

/** Whether the service cannot have seen the request. */
export function neverReached(fault: unknown): boolean {
  const wasOpen = causesOf(fault).some((link) => ['read', 'write'].includes(textOf(link, 'syscall')));
  return knownOf(fault)?.isBeforeTheSend === true && !wasOpen;
}

/** Whether another attempt can end better. */
export function mayPass(fault: unknown): boolean {
  return knownOf(fault)?.isLasting !== true;
}

/** What happened, in words that no secret can stand in. */
export function describeFault(fault: unknown): string {
  const code = codeOf(fault);
  const words = knownOf(fault)?.words ?? 'the connection failed';
  return code === undefined ? words : `${words} (${code})`;
}

/** The first known code of the fault and of what caused it. */
export function codeOf(fault: unknown): string | undefined {
  return causesOf(fault)
    .map((link) => textOf(link, 'code'))
    .find((code) => Object.hasOwn(knownFaults, code));
}

/** The fault and its causes; of several addresses that were tried, the first one's. */
export function causesOf(fault: unknown): object[] {
  const chain: object[] = [];
  let link = fault;
  while (typeof link === 'object' && link !== null && chain.length < 8) {
    chain.push(link);
    const tried = fieldOf(link, 'errors');
    link = fieldOf(link, 'cause') ?? (Array.isArray(tried) ? tried[0] : undefined);
  }
  return chain;
}

/** A field that is text; empty where it is none. */
export function textOf(link: object, name: string): string {
  const value = fieldOf(link, name);
  return typeof value === 'string' ? value : '';
}

function knownOf(fault: unknown): KnownFault | undefined {
  return knownFaults[codeOf(fault) ?? ''];
}

/** Anything can be thrown, even what throws when it is looked at. */
function fieldOf(link: object, name: string): unknown {
  try {
    return Reflect.get(link, name);
  } catch {
    return undefined;
  }
}
