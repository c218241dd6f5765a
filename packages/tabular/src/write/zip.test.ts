import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { unzip } from '../testing/unzip.ts'
import { packZip, type ZipEntry } from './zip.ts'

const text = (name: string, ...pieces: string[]): ZipEntry => ({
  name,
  async *open() {
    for (const piece of pieces) yield Buffer.from(piece)
  },
})

/** Reads all files of a ZIP with another library. */
const readZip = async (bytes: Buffer): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await unzip(bytes)).map(([name, content]) => [name, content.toString()]))

describe('a ZIP', () => {
  test.each([false, true])('holds its files in their order (64-bit form: %s)', async (large) => {
    const bytes = await buffer(Readable.from(packZip([text('a.csv', 'x,', 'y\r\n'), text('b.txt', 'è')], { large })))
    expect(Object.entries(await readZip(bytes))).toEqual([
      ['a.csv', 'x,y\r\n'],
      ['b.txt', 'è'],
    ])
  })

  test('opens a file when the file before it is complete', async () => {
    let seen = ''
    const first: ZipEntry = {
      name: 'first',
      async *open() {
        yield Buffer.from('1')
        seen += 'first complete'
      },
    }
    const second: ZipEntry = {
      name: 'second',
      async *open() {
        yield Buffer.from(seen)
      },
    }
    expect(await readZip(await buffer(Readable.from(packZip([first, second], { large: false }))))).toEqual({
      first: '1',
      second: 'first complete',
    })
  })

  test('fails with the error of a file', async () => {
    const broken: ZipEntry = {
      name: 'broken',
      async *open() {
        yield Buffer.from('1')
        throw new Error('the source failed')
      },
    }
    await expect(buffer(Readable.from(packZip([broken], { large: false })))).rejects.toThrow('the source failed')
  })

  test('stops the open file when the reader disconnects', async () => {
    const stopped = Promise.withResolvers<void>()
    const endless: ZipEntry = {
      name: 'endless',
      async *open() {
        try {
          for (let at = 0; ; at += 1) yield Buffer.from(`${at}${Math.sin(at)}`.repeat(100))
        } finally {
          stopped.resolve()
        }
      },
    }
    let received = 0
    for await (const piece of packZip([endless], { large: false })) {
      received += piece.length
      // The first bytes are the name, which comes before the file opens.
      if (received > 1000) break
    }
    await stopped.promise
  })
})
