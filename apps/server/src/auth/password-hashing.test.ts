import argon2 from 'argon2'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '@registry/domain/error'
import { createHashing } from './password-hashing.ts'

const hashing = createHashing()

describe('hashing of secrets', () => {
  it('creates argon2id hashes with the parameters of REQ-ACC-07', async () => {
    expect(await hashing.hashSecret('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,(p=1,t=2|t=2,p=1)\$/)
  })

  it('accepts a secret with composed or decomposed accents', async () => {
    const hash = await hashing.hashSecret('perché no, città')
    expect(await hashing.verifySecret(hash, 'perché no, città'.normalize('NFD'))).toBe(true)
    expect(await hashing.verifySecret(hash, 'perche no, citta')).toBe(false)
  })

  it('THREAT-12: returns false without a hash, after verifying a dummy hash with the same parameters', async () => {
    const hash = await hashing.hashSecret('something')
    const verify = vi.spyOn(argon2, 'verify')
    for (const stored of [hash, null, undefined]) expect(await hashing.verifySecret(stored, 'another thing')).toBe(false)
    const verified = verify.mock.calls.map(([digest]) => digest)
    verify.mockRestore()
    expect(verified).toHaveLength(3)
    for (const digest of verified) expect(hashing.isOutdated(digest)).toBe(false)
  })

  it('detects hashes with older parameters', async () => {
    const old = await argon2.hash('x', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(hashing.isOutdated(old)).toBe(true)
    expect(await hashing.verifySecret(old, 'x')).toBe(true)
    expect(hashing.isOutdated(await hashing.hashSecret('x'))).toBe(false)
  })

  it('THREAT-20: runs and queues a limited number of hashes and rejects further ones as busy', async () => {
    const small = createHashing({ maxRunning: 2, maxWaiting: 5 })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => small.hashSecret('x')))
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejected).toHaveLength(13)
    for (const outcome of rejected) expect(outcome.reason).toBeInstanceOf(AppError)
    expect(rejected[0]?.reason).toMatchObject({ detail: { code: 'busy' } })
    await expect(small.hashSecret('x')).resolves.toContain('$argon2id$')
  })
})
