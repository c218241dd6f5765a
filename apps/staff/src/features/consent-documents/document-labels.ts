import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DraftParagraph, EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'

const names = {
  information: msg`Informazioni`,
  preliminary: msg`Domande preliminari`,
  consents: msg`Consensi`,
  assent_child: msg`Testo per i bambini`,
  assent_adolescent: msg`Testo per gli adolescenti`,
} as const satisfies Record<EditableDocumentKind, unknown>

const types = {
  title: msg({ message: 'Titolo', context: 'punto di un testo' }),
  summary: msg`Sintesi della sezione`,
  text: msg`Paragrafo`,
  radio: msg`Domanda`,
  option: msg`Risposta`,
} as const satisfies Record<DraftParagraph['type'] | 'option', unknown>

/** The names of the documents and of their parts. */
export const useDocumentLabels = () => {
  const { t } = useLingui()
  return {
    formatKind: (kind: EditableDocumentKind): string => t(names[kind]),
    formatType: (type: keyof typeof types): string => t(types[type]),
    formatCount: (count: number | null): string => (count === null ? t`meno di 5` : String(count)),
  } as const
}
