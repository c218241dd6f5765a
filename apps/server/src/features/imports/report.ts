import type { Caller } from '@registry/api-contract/caller'
import type { Deps } from '../../deps.ts'
import type { Entry } from './entries.ts'

/** What a load answers, before its sentences are said in somebody's language: kept as it is in import_run. */
export type Report = { readonly ok: number; readonly ko: number; readonly lines: readonly Entry[] }

type Line = { readonly row: number; readonly key: string; readonly field?: string; readonly code: string; readonly message: string }

const spoken = ({ messages }: Pick<Deps, 'messages'>, { language }: Caller, { row, key, field, code, params, warning }: Entry): Line => ({
  row,
  key,
  ...(field !== undefined && { field }),
  code: warning ? `warning_${code}` : code,
  message: messages.formatError(params ? { code, params } : { code }, language),
})

/**
 * The answer to an upload: `report`, and its three fields beside it too, for programs that read them there (D4).
 * The code of a line that did not refuse its row begins with `warning_`.
 */
export const formatReport = (deps: Pick<Deps, 'messages'>, caller: Caller, { ok, ko, lines }: Report) => {
  const report = { ok, ko, detail: lines.map((line) => spoken(deps, caller, line)) }
  return { report, ...report }
}
