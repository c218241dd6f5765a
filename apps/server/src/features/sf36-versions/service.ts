import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { DiscardedSf36Draft, SavedSf36Draft, Sf36Version } from '@registry/api-contract/sf36-versions'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError, type FieldErrors } from '@registry/domain/error'
import { changedWordingParts } from '@registry/domain/messages/users'
import { findSf36DraftErrors, findSf36WordingErrors, listChangedParts, type Sf36Wording } from '@registry/domain/sf36/wording'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import {
  deleteDraft,
  findDraft,
  findVersion,
  insertDraft,
  listVersions,
  lockDraft,
  publishDraft,
  updateDraft,
  type VersionRow,
} from './queries.ts'

type Needs = Pick<Deps, 'messages'>

const reject = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Names the person who saved in between, and the changed items (REQ-PAT-21). */
const changedError = ({ messages }: Needs, { language }: Caller, { changedBy, changedParts }: VersionRow): AppError => {
  const formatPart = (part: string): string =>
    part === 'description' || part === 'licence' || part === 'scoring'
      ? messages.format(changedWordingParts[part], language)
      : messages.format(changedWordingParts.question, language, { place: part })
  const what = changedParts.length > 0 ? changedParts.map(formatPart) : [messages.format(changedWordingParts.begun, language)]
  return new AppError('sf36_draft_changed', { who: changedBy ?? '', what: what.join(', ') })
}

/**
 * Locks the draft and returns it as the caller read it; undefined before the first save.
 * @throws AppError sf36_draft_unknown, sf36_draft_changed
 */
const requireDraft = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { saves }: DiscardedSf36Draft,
): Promise<VersionRow | undefined> => {
  await lockDraft(tx)
  const draft = await findDraft(tx)
  if (!draft && saves > 0) throw new AppError('sf36_draft_unknown')
  if (draft && draft.saves !== saves) throw changedError(needs, caller, draft)
  return draft
}

const toVersion = ({ changedParts: _changed, ...version }: VersionRow): Sf36Version => version

const trimWording = ({ description, licence, scoring, content }: Sf36Wording): Sf36Wording => {
  const trimQuestions = (questions: Sf36Wording['content']['it']) =>
    questions.map(({ text, help, options, questions: subQuestions }) => ({
      text: text.trim(),
      help: help.trim(),
      options: options.map((option) => option.trim()),
      questions: subQuestions.map((subQuestion) => subQuestion.trim()),
    }))
  return {
    description: { it: description.it.trim(), en: description.en.trim() },
    licence: licence.trim(),
    scoring,
    content: { it: trimQuestions(content.it), en: trimQuestions(content.en) },
  }
}

const save = async (needs: Needs, tx: Transaction, caller: Caller, { saves, ...wording }: SavedSf36Draft): Promise<Sf36Version> => {
  const trimmed = trimWording(wording)
  reject(findSf36DraftErrors(trimmed))
  const draft = await requireDraft(needs, tx, caller, { saves })
  if (draft) await updateDraft(tx, trimmed, listChangedParts(draft, trimmed))
  else await insertDraft(tx, trimmed)
  const saved = await findDraft(tx)
  if (!saved) throw new AppError('sf36_draft_unknown')
  caller.note(`SF-36 version ${saved.version}, save ${saved.saves}`)
  return toVersion(saved)
}

/** @throws AppError sf36_draft_unknown, sf36_draft_changed, validation_failed, sf36_unchanged */
const publish = async (needs: Needs, tx: Transaction, caller: Caller, published: DiscardedSf36Draft): Promise<void> => {
  const draft = await requireDraft(needs, tx, caller, published)
  if (!draft) throw new AppError('sf36_draft_unknown')
  reject(findSf36WordingErrors(draft))
  const [newest] = (await listVersions(tx)).filter(({ publishedAt }) => publishedAt !== null)
  const before = newest && (await findVersion(tx, newest.version))
  if (before && listChangedParts(before, draft).length === 0) throw new AppError('sf36_unchanged')
  await publishDraft(tx)
  caller.note(
    `SF-36 version ${draft.version}${draft.licence === '' ? '' : ', licensed'}${draft.scoring === 'sf36' ? '' : ', without scores'}`,
  )
}

/** The health questionnaire: versions, the draft and its publication (REQ-PAT-13, REQ-PAT-21). */
export const sf36Versions = (deps: Deps): Services['sf36Versions'] => ({
  list: (caller) => readTransaction(deps, caller, listVersions),
  detail: (caller, { version }) =>
    readTransaction(deps, caller, async (tx) => {
      const found = await findVersion(tx, version)
      if (!found) throw new AppError('sf36_version_unknown')
      return toVersion(found)
    }),
  save: (caller, draft) => writeTransaction(deps, caller, (tx) => save(deps, tx, caller, draft)),
  discard: (caller, draft) =>
    writeTransaction(deps, caller, async (tx) => {
      if (!(await requireDraft(deps, tx, caller, draft))) throw new AppError('sf36_draft_unknown')
      await deleteDraft(tx)
      caller.note('SF-36 draft')
      return listVersions(tx)
    }),
  publish: async (caller, { saves, password }) => {
    await deps.reauthenticate(caller, password)
    return writeTransaction(deps, caller, async (tx) => {
      await publish(deps, tx, caller, { saves })
      return listVersions(tx)
    })
  },
})
