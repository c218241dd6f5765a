import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { consentQueries } from './queries.ts'
import { useDocumentNames } from './document-names.ts'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'

/** Opens the documents that the screen showed for an answer of the ledger, in the language of the reading (REQ-CON-04). */
export const ShownDocumentsButton = ({ entry, moment }: { readonly entry: number; readonly moment: string }) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" aria-label={t`Leggi i testi di allora: ${moment}`} onClick={() => setOpen(true)}>
        {t`Leggi i testi di allora`}
      </Button>
      {open && (
        <Dialog title={t`I testi del ${moment}`} side="end" onClose={() => setOpen(false)}>
          <ShownDocuments entry={entry} />
          <Button fullWidth size="md" variant="default" onClick={() => setOpen(false)}>
            {t`Chiudi`}
          </Button>
        </Dialog>
      )}
    </>
  )
}

const ShownDocuments = ({ entry }: { readonly entry: number }) => {
  const { data, error } = useQuery(consentQueries.shownDocuments(entry))
  if (error) return <Notice status="error">{toRequestError(error).message}</Notice>
  if (!data) return <LinesSkeleton lines={8} />
  return data.map((document) => <ShownDocument key={document.kind} document={document} />)
}

const ShownDocument = ({ document: { kind, version, language, paragraphs } }: { readonly document: ConsentDocument }) => {
  const { t } = useLingui()
  const name = useDocumentNames()[kind]
  return (
    <section className={classes.shownDocument} aria-label={name}>
      <h2 className={questions.title}>{t`${name}, versione ${version}`}</h2>
      <div lang={language}>
        {paragraphs.map((paragraph) =>
          paragraph.type === 'radio' ? (
            <p key={paragraph.field} className={questions.question}>
              {`${paragraph.text} (${paragraph.options.join(' / ')})`}
            </p>
          ) : (
            <TextParagraphs key={paragraph.text} paragraphs={[paragraph]} heading="h3" />
          ),
        )}
      </div>
    </section>
  )
}
