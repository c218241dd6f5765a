import type { DraftKeys } from '@registry/api-contract/own-sessions'
import { isRecord } from '@registry/ui/request-error.ts'
import { createDraftCipher, type DraftCipher, type Encrypted } from './draft-cipher.ts'

const prefix = 'registry.draft.'
/** A draft that nobody continues is deleted after this time. */
const lifetimeMs = 24 * 60 * 60 * 1000

type Draft = { readonly slot: string; readonly value: unknown }
type StoredDraft = Encrypted & { readonly until: number }

/** The first load of the apps has no schema library, so these few fields are checked by hand. */
const parseRecord = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const parseStored = (text: string): StoredDraft | undefined => {
  const { until, iv, data } = parseRecord(text)
  return typeof until === 'number' && typeof iv === 'string' && typeof data === 'string' ? { until, iv, data } : undefined
}

/** The stored drafts of all accounts of this browser. Expired and unreadable entries are deleted. */
const listStored = (now: number) =>
  Object.keys(localStorage)
    .filter((slot) => slot.startsWith(prefix))
    .flatMap((slot) => {
      const stored = parseStored(localStorage.getItem(slot) ?? '')
      if (stored && stored.until > now) return [{ slot, ...stored }]
      localStorage.removeItem(slot)
      return []
    })

/**
 * Texts that a person typed and did not send, encrypted in the browser with keys that only their session receives (decision 0034,
 * THREAT-51). Names and contents are unreadable without the account. Every read is from memory, so a form opens immediately.
 */
export const createDraftStore = (fetchKeys: () => Promise<DraftKeys>) => {
  let cipher: DraftCipher | undefined
  /** The request for the keys; another one starts only when it failed or the session ended. */
  let opening: Promise<void> | undefined
  /** The number of sessions that have ended. */
  let sessions = 0
  const drafts = new Map<string, Draft>()
  /** The names of the drafts that this page wrote. */
  const own = new Set<string>()

  /** Deletes what the account can read, also what other tabs wrote. */
  const deleteStored = async (opened: DraftCipher): Promise<void> => {
    for (const { slot, iv, data } of listStored(Date.now()))
      if ((await opened.decrypt({ iv, data })) !== undefined) localStorage.removeItem(slot)
  }
  const readStored = async (opened: DraftCipher): Promise<readonly (Draft & { readonly name: string })[]> => {
    const read = listStored(Date.now()).map(async ({ slot, iv, data }) => {
      const { name, value } = parseRecord((await opened.decrypt({ iv, data })) ?? '')
      return typeof name === 'string' ? [{ name, slot, value }] : []
    })
    return (await Promise.all(read)).flat()
  }
  const store = async (name: string, draft: Draft): Promise<void> => {
    const encrypted = await cipher?.encrypt(JSON.stringify({ name, value: draft.value }))
    // A later change of the same draft has its own text.
    if (!encrypted || drafts.get(name) !== draft) return
    localStorage.setItem(draft.slot, JSON.stringify({ until: Date.now() + lifetimeMs, ...encrypted }))
  }

  const openOnce = async (): Promise<void> => {
    const opened = sessions
    try {
      const ready = await createDraftCipher(await fetchKeys())
      const stored = await readStored(ready)
      // The session that asked for the keys has ended.
      if (opened !== sessions) return
      cipher = ready
      for (const { name, ...draft } of stored) if (!drafts.has(name)) drafts.set(name, draft)
    } catch {
      // The server or the browser gives no key: the form works, and its draft stays in memory.
      if (opened === sessions) opening = undefined
    }
  }
  /** A lost session forgets keys and contents. The encrypted drafts wait for the same account. */
  const close = (): void => {
    drafts.clear()
    own.clear()
    cipher = undefined
    opening = undefined
    sessions += 1
  }

  return {
    /** Decrypts the drafts of the signed-in account, once per session. Without keys drafts last as long as the page. */
    open: (): Promise<void> => (opening ??= openOnce()),
    /** Whether drafts outlive the page. */
    isLasting: (): boolean => cipher !== undefined,
    read: (name: string): unknown => drafts.get(name)?.value,
    /** The names of the drafts of the signed-in account. */
    list: (): readonly string[] => [...drafts.keys()],
    write: (name: string, value: unknown): void => {
      const draft = { slot: drafts.get(name)?.slot ?? `${prefix}${crypto.randomUUID()}`, value }
      drafts.set(name, draft)
      own.add(name)
      // A full storage must not stop the form.
      store(name, draft).catch(() => undefined)
    },
    remove: (name: string): void => {
      const draft = drafts.get(name)
      drafts.delete(name)
      own.delete(name)
      if (draft) localStorage.removeItem(draft.slot)
    },
    /** Sign-out deletes the account's drafts from the browser, and waits for the keys that identify them. */
    clear: async (): Promise<false> => {
      await opening
      const opened = cipher
      close()
      if (opened) await deleteStored(opened)
      return false
    },
    /**
     * For a session that ended without the person's will in this tab. The drafts are stored again, because a sign-out in another tab
     * deleted them. Returns whether something waits for the next sign-in.
     */
    suspend: async (): Promise<boolean> => {
      const kept = cipher === undefined ? [] : [...drafts].filter(([name]) => own.has(name))
      await Promise.all(kept.map(([name, draft]) => store(name, draft).catch(() => undefined)))
      close()
      return kept.length > 0
    },
    close,
  }
}
