import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { geotree } from '@registry/db/schema/geography'
import type { Transaction } from '@registry/db/transaction'
import type { Field } from '@registry/domain/fields/dictionary'
import type { ChosenPatients, Precision } from '../../exports/manifest.ts'
import { buildPackage } from '../../exports/package/build-package.ts'
import { readReferenceValues, type LabelledReferenceValues } from '../../reference-values.ts'
import { describeInWords } from './describe-in-words.ts'

type Exported = { readonly id: string; readonly asRole: FilterRun['asRole']; readonly precision: Precision }

/** Prepares the parts of a package beside the data. They stand before the first byte, so a problem is a normal response (REQ-EXP-08). */
export const preparePackage = async (
  tx: Transaction,
  { actor, language }: Caller,
  filter: SavedFilter,
  fields: readonly Field[],
  { id, asRole, precision }: Exported,
  { total, anonymous, leftOut }: ChosenPatients,
) => {
  const values = await readReferenceValues(tx)
  const tree = await tx.db
    .select({ id: geotree.id, trans_it: geotree.transIt, trans_en: geotree.transEn })
    .from(geotree)
    .orderBy(geotree.position)
  const areas = tree.map((row) => ({ ...row, extra: {} }))
  // The areas of coarser values stand in a table of their own.
  const referenceValues: LabelledReferenceValues = (table) => (table === 'geotree' ? areas : values(table))
  const [{ at } = { at: '' }] = await tx.sql<{ at: string }[]>`SELECT now() AS at`
  const { generalise } = precision
  const manifest = {
    export: id,
    at,
    actor: formatActorName(actor),
    role: asRole,
    filter: { id: filter.id, version: filter.version, name: filter.name, description: filter.description },
    selects: filter.where && describeInWords(filter.where, language, referenceValues),
    rows: total,
    anonymousRows: anonymous,
    excluded: { consentRefused: leftOut.noConsent, consentNotAnswered: leftOut.noAnswer, valueMissing: leftOut.noValue },
    coarserValues: generalise,
  }
  return (data: AsyncIterable<Buffer>) =>
    buildPackage(data, { fields, language, referenceValues, generalised: generalise, rows: total, manifest })
}
