import { encode } from 'uqr'

const quietZone = 4

/** Encodes a text as the rows of a QR code with its quiet zone; true is dark. The lowest error correction leaves most room for text. */
export const encodeQr = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'L', border: quietZone }).data
