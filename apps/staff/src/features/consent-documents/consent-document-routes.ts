import { editableDocumentKinds, type EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'
import { notFound } from '@tanstack/react-router'
import { queryClient, shell, trpc } from '../../app/shell.ts'

export const consentDocumentListAddress = '/testi_consenso'
export const consentDocumentAddress = (kind: EditableDocumentKind): string => `/testo_consenso/${kind}`

export const consentDocumentListRoute = {
  loader: () => queryClient.ensureQueryData(trpc.consentDocuments.list.queryOptions()),
}

/** The tabs of a consent document. The address holds the open one. */
export const documentTabs = ['versioni', 'bozza', 'anteprima', 'differenze', 'avanzamento'] as const
export type DocumentTab = (typeof documentTabs)[number]
export type DocumentSearch = { readonly scheda?: DocumentTab }

const findKind = (kind: string): EditableDocumentKind | undefined => editableDocumentKinds.find((one) => one === kind)

export const consentDocumentRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): DocumentSearch => {
    const tab = documentTabs.find((one) => one === search['scheda'])
    return tab ? { scheda: tab } : {}
  },
  loader: async ({ params: { documentKind } }: { readonly params: { readonly documentKind: string } }) => {
    const kind = findKind(documentKind)
    if (!kind) throw notFound()
    // The form reads its draft once, so the keys of the drafts come first (REQ-UI-20).
    await Promise.all([queryClient.ensureQueryData(trpc.consentDocuments.detail.queryOptions({ kind })), shell.drafts.open()])
  },
}

/** The document of the address, which the loader checked. */
export const readDocumentKind = (documentKind: string | undefined): EditableDocumentKind => findKind(documentKind ?? '') ?? 'consents'
