import { expect } from 'vitest'
import type { Database } from '@registry/db/connect'
import { eventually } from '@registry/db/testing/eventually'

/** Reads the file of an export to its end, and waits until its outcome is stored. */
export const completeExport = async (owner: Database, response: Response) => {
  const body = Buffer.from(await response.arrayBuffer())
  const id = response.headers.get('x-export-id') ?? ''
  await eventually(async () => {
    expect(await owner`SELECT outcome FROM export_outcome WHERE manifest_id = ${id}`).toEqual([{ outcome: 'complete' }])
  })
  return { id, body }
}
