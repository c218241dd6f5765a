import { expect, test } from 'vitest'
import { pictureKinds } from './picture-sizes.ts'

/** Builds the start of a WebP file: the container header, then name, size and payload of the first chunk. */
const webp = (chunk: string, payload: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`RIFF....WEBP${chunk}....`, 'latin1'), Buffer.from(payload), Buffer.alloc(16)])

test.each([
  ['VP8 ', [0x50, 0, 0, 0x9d, 0x01, 0x2a, 0x0c, 0x03, 0x40, 0x06]],
  ['VP8L', [0x2f, 0x0b, 0xc3, 0x8f, 0x01]],
  ['VP8X', [0, 0, 0, 0, 0x0b, 0x03, 0, 0x3f, 0x06, 0]],
])('a screenshot of 780 by 1600 pixels (%s) has 390 by 800 CSS pixels', (chunk, payload) => {
  expect(pictureKinds['.webp']?.size(webp(chunk, payload))).toEqual({ width: 390, height: 800 })
})

test('another format has no size', () => {
  expect(pictureKinds['.webp']?.size(webp('JUNK', []))).toEqual({ width: 0, height: 0 })
})
