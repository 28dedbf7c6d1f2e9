const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;

/**
 * Where, in terminal output, the last escape sequence or UTF-8 character begins that is not complete yet; the length
 * if all is complete. Bytes before it are fully drawn; those after it must be repeated to a terminal that starts here.
 */
export function incompleteTail(bytes: Uint8Array): number {
  const escape = bytes.lastIndexOf(ESC);
  if (escape >= 0 && !isCompleteSequence(bytes, escape)) return escape;
  return incompleteCharacter(bytes);
}

/** Is the sequence that begins at `start` (an ESC) finished within `bytes`? */
function isCompleteSequence(bytes: Uint8Array, start: number): boolean {
  const kind = bytes[start + 1];
  if (kind === undefined) return false;
  let at = start + 2;
  if (kind === 0x5b) {
    // CSI: parameters and intermediates, then one final byte.
    while (at < bytes.length && bytes[at]! >= 0x20 && bytes[at]! <= 0x3f) at++;
    return at < bytes.length;
  }
  if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) {
    // OSC, DCS, SOS, PM, APC: a string. Its end by ESC \ would be the last ESC itself.
    return bytes.subarray(at).some((byte) => byte === BEL || byte === CAN || byte === SUB);
  }
  // ESC with intermediates (charsets), then one final byte.
  at = start + 1;
  while (at < bytes.length && bytes[at]! >= 0x20 && bytes[at]! <= 0x2f) at++;
  return at < bytes.length;
}

function incompleteCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return wanted > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
