import type { CampaignProgress } from '@registry/api-contract/consent-texts'
import type { Transaction } from '@registry/db/transaction'
import { minGroupSize } from '@registry/domain/access/small-groups'
import type { EditableDocument } from '@registry/domain/consent/document-points'
import { listProgress } from './queries.ts'

type Counts = { readonly asked: number; readonly answered: number; readonly withdrawn: number }

/** Hides the counts of one to four patients, like every page of a role that reads no patients' rows (REQ-UI-17). */
const hideSmall = ({ asked, answered, withdrawn }: Counts) =>
  asked > 0 && asked < minGroupSize ? { asked: null, answered: null, withdrawn: null } : { asked, answered, withdrawn }

const add = (counts: readonly Counts[]): Counts => ({
  asked: counts.reduce((sum, { asked }) => sum + asked, 0),
  answered: counts.reduce((sum, { answered }) => sum + answered, 0),
  withdrawn: counts.reduce((sum, { withdrawn }) => sum + withdrawn, 0),
})

/** Counts the requests and the answers of a material version, in total and by centre (REQ-CON-20). */
export const findProgress = async (tx: Transaction, kind: EditableDocument, version: number): Promise<CampaignProgress> => {
  const centres = await listProgress(tx, kind, version)
  return { ...hideSmall(add(centres)), centres: centres.map(({ centre, name, ...counts }) => ({ centre, name, ...hideSmall(counts) })) }
}
