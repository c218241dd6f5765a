import { editableDocuments, type EditableDocument } from '@registry/domain/consent/document-points'
import { notFound } from '@tanstack/react-router'
import { queryClient, shell, trpc } from '../../app/shell.ts'

export const consentTextListAddress = '/testi_consenso'
export const consentTextAddress = (kind: EditableDocument): string => `/testo_consenso/${kind}`

export const consentTextListRoute = {
  loader: () => queryClient.ensureQueryData(trpc.consentTexts.list.queryOptions()),
}

/** The tabs of a text. The address holds the open one. */
export const textTabs = ['versioni', 'bozza', 'anteprima', 'differenze', 'avanzamento'] as const
export type TextTab = (typeof textTabs)[number]
export type TextSearch = { readonly scheda?: TextTab }

const findKind = (kind: string): EditableDocument | undefined => editableDocuments.find((one) => one === kind)

export const consentTextRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): TextSearch => {
    const tab = textTabs.find((one) => one === search['scheda'])
    return tab ? { scheda: tab } : {}
  },
  loader: async ({ params: { textKind } }: { readonly params: { readonly textKind: string } }) => {
    const kind = findKind(textKind)
    if (!kind) throw notFound()
    // The form reads its draft once, so the keys of the drafts come first (REQ-UI-20).
    await Promise.all([queryClient.ensureQueryData(trpc.consentTexts.detail.queryOptions({ kind })), shell.drafts.open()])
  },
}

/** The text of the address, which the loader checked. */
export const readTextKind = (textKind: string | undefined): EditableDocument => findKind(textKind ?? '') ?? 'consents'
