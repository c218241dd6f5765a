import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'
import { createSecretKey } from './secret-key.ts'

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'encryption-'))
const key = 'ab'.repeat(32)

describe('encryption', () => {
  it('decrypts to the same secret and never encrypts to the same bytes', async () => {
    const encryption = createEncryption(createSecretKey({ SECRET_KEY: key, DATA_DIR: await folder() }))
    const [one, two] = [await encryption.encrypt('JBSWY3DP', 'account 1'), await encryption.encrypt('JBSWY3DP', 'account 1')]
    expect(await encryption.decrypt(one, 'account 1')).toBe('JBSWY3DP')
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
    expect(Buffer.from(one).toString('latin1')).not.toContain('JBSWY3DP')
  })

  it('cannot be decrypted for another account, with another key, or after a change', async () => {
    const encryption = createEncryption(createSecretKey({ SECRET_KEY: key, DATA_DIR: await folder() }))
    const encrypted = await encryption.encrypt('JBSWY3DP', 'account 1')
    await expect(encryption.decrypt(encrypted, 'account 2')).rejects.toThrow()
    await expect(
      createEncryption(createSecretKey({ SECRET_KEY: 'cd'.repeat(32), DATA_DIR: await folder() })).decrypt(encrypted, 'account 1'),
    ).rejects.toThrow()
    const changed = Uint8Array.from(encrypted)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    await expect(encryption.decrypt(changed, 'account 1')).rejects.toThrow()
  })

  it('creates a missing key once, even for two processes at the same time, and only its owner can read it', async () => {
    const dataDir = join(await folder(), 'data')
    const [one, two] = [
      createEncryption(createSecretKey({ SECRET_KEY: undefined, DATA_DIR: dataDir })),
      createEncryption(createSecretKey({ SECRET_KEY: undefined, DATA_DIR: dataDir })),
    ]
    const encrypted = await Promise.all([one.encrypt('first', 'a'), two.encrypt('second', 'a')])
    expect(await two.decrypt(encrypted[0] ?? new Uint8Array(), 'a')).toBe('first')
    expect(await one.decrypt(encrypted[1] ?? new Uint8Array(), 'a')).toBe('second')
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })
})
