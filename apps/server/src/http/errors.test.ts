import { expect, test } from 'vitest'
import { buildErrorResponse } from './errors.ts'

const unreachable = [
  'CONNECTION_CLOSED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P01',
  '57P03',
]
const unusable = ['25006', '25P03', '53100', '53200', '53300', '08000', '08001', '08003', '08004', '08006']

test.each([...unreachable, ...unusable])(
  'a database that cannot be used (%s) gives 503 with a time to wait, not an unexpected error',
  (code) => {
    const error = Object.assign(new Error('of the driver'), { code })
    expect(buildErrorResponse(error, 'an id', ({ code }) => code)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'not_ready' },
    })
  },
)

test.each(['55P03', '40P01'])(
  'FAULT-06: a row that another transaction locks too long (%s) gives busy, not an unexpected error',
  (code) => {
    const error = Object.assign(new Error('of the driver'), { code })
    expect(buildErrorResponse(error, 'an id', ({ code }) => code)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { code: 'busy' },
    })
  },
)
