import type { ConsentDocument, Withdrawal } from '@registry/api-contract/consents'
import { withdrawalChoices } from '@registry/api-contract/consents'
import { formatDay } from '@registry/domain/calendar'
import { listQuestions } from '@registry/domain/consent/questions'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatPersonName } from '@registry/domain/patient/person-name'
import type { Deps } from '../../app/deps.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { PdfContent } from '../../shared/pdf/pdf-content.ts'

const texts = pdfMessages.withdrawal

type Source = {
  readonly name: string
  readonly choice: Withdrawal['choice']
  /** The choices that the patient read. */
  readonly document: ConsentDocument
  readonly deletionCode: string | null
}

/** Builds the proof of a withdrawal, for the person who left. The registry keeps no copy, because v2 and v3 leave no name (REQ-CON-10). */
export const buildWithdrawalProof = (
  { messages, env, clock }: Pick<Deps, 'messages' | 'env' | 'clock'>,
  { name, choice, document: { language, version, paragraphs }, deletionCode }: Source,
): PdfContent => {
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const option = listQuestions(paragraphs)[0]?.options[withdrawalChoices.indexOf(choice)] ?? choice
  return {
    language,
    title: format(texts.title),
    blocks: [
      { type: 'paragraph', text: messages.format(pdfMessages.person, language, { name: formatPersonName(name) }) },
      {
        type: 'values',
        rows: [
          [format(texts.storedOn), formatDay(formatItalianDay(clock()))],
          [format(texts.choice), option],
          [format(texts.text), format(texts.version, { version })],
        ],
      },
      { type: 'paragraph', text: messages.format(withdrawalMessages.receipt[choice], language) },
      { type: 'paragraph', text: format(texts.noCopy) },
      ...(deletionCode === null
        ? []
        : ([
            { type: 'heading', text: format(texts.code) },
            { type: 'paragraph', text: format(texts.howToFollow) },
            { type: 'address', text: deletionCode },
            { type: 'address', text: `${env.MYCONSENT_ORIGIN}/stato_ritiro` },
          ] as const)),
    ],
  }
}
