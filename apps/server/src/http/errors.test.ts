import { expect, test } from 'vitest'
import { buildErrorResponse } from './errors.ts'

test.each(['CONNECTION_CLOSED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P01', '57P03'])(
  'an unreachable database (%s) gives 503, not an unexpected error',
  (code) => {
    const error = Object.assign(new Error('of the driver'), { code })
    expect(buildErrorResponse(error, 'an id', ({ code }) => code)).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  },
)

test('FAULT-06: a row that another transaction locks too long gives busy, not an unexpected error', () => {
  const error = Object.assign(new Error('of the driver'), { code: '55P03' })
  expect(buildErrorResponse(error, 'an id', ({ code }) => code)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    body: { code: 'busy' },
  })
})
