import { createHmac } from 'node:crypto'
import type { Draw } from '@registry/domain/filter/distribution'
import type { Deps } from '../deps.ts'

/** Draws by what is counted and a secret key: the same has the same numbers, and nobody can compute the draw (REQ-FIL-17). */
export const createDraw = async ({ keyedHash }: Pick<Deps, 'keyedHash'>, counted: string): Promise<Draw> => {
  const key = await keyedHash('numbers of a summary', counted)
  return (cell) => createHmac('sha256', key).update(cell).digest().readUInt32BE(0) / 2 ** 32
}
