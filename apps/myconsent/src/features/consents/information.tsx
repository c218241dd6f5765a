import { Plural, useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import { estimateReadingMinutes } from '@registry/domain/consent/reading-time'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { useIsPhone } from '../../app/use-is-phone.ts'
import { PrintButton } from '../../documents/print-button.tsx'
import { ProceedButton } from './proceed-button.tsx'
import { type Section, splitIntoSections } from './steps.ts'
import { MarkedText } from '@registry/ui/questions/marked-text.tsx'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import type { findNextView } from './views.ts'

/** The text of a button that leads to the next view. */
export const useNextViewName = (next: ReturnType<typeof findNextView>): string => {
  const { t } = useLingui()
  return {
    domande: t`Prosegui con le domande preliminari`,
    modifica: t`Prosegui con i consensi`,
    consensi: t`Vai alle tue risposte`,
  }[next]
}

type Props = {
  readonly document: ConsentDocument
  readonly button: string
  /** True if sentences are marked, which a person must see. */
  readonly isMarked: boolean
  readonly onProceed: () => void
}

/** The information, with the time to read it and a PDF to print. Its button names the next view. */
export const Information = ({ document, button, isMarked, onProceed }: Props) => {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const { lead, sections } = splitIntoSections(document.paragraphs)
  const minutes = estimateReadingMinutes(document.paragraphs.map(({ text }) => text))
  return (
    <>
      <div className={`${classes.reading} no-print`}>
        <p>
          <Plural value={minutes} one="Tempo di lettura: circa # minuto" other="Tempo di lettura: circa # minuti" />
        </p>
        <PrintButton document="informazioni">{t`Versione da stampare (PDF)`}</PrintButton>
      </div>
      <TextParagraphs paragraphs={lead} />
      {isPhone && !isMarked ? (
        sections.map((section) => <FoldedSection key={section.id} section={section} />)
      ) : (
        <OpenSections sections={sections} />
      )}
      <ProceedButton button={button} onProceed={onProceed} />
    </>
  )
}

/** On a phone each section shows its summary, and its text on request. */
const FoldedSection = ({ section: { title, paragraphs } }: { readonly section: Section }) => {
  const { t } = useLingui()
  const texts = paragraphs.filter(({ type }) => type !== 'summary')
  return (
    <section>
      <h2 className={questions.title}>{title}</h2>
      <TextParagraphs paragraphs={paragraphs.filter(({ type }) => type === 'summary')} />
      {texts.length > 0 && (
        <details className={classes.folded}>
          <summary>
            {t`Leggi tutto`}
            <span className="visually-hidden">: {title}</span>
          </summary>
          <TextParagraphs paragraphs={texts} />
        </details>
      )}
    </section>
  )
}

/** All sections with their contents: the headings, in their own words. */
const OpenSections = ({ sections }: { readonly sections: readonly Section[] }) => {
  const { t } = useLingui()
  return (
    <>
      <nav className={`${classes.contents} no-print`} aria-labelledby="contents">
        <h2 id="contents" className={classes.contentsTitle}>{t`In questa pagina`}</h2>
        <ul>
          {sections.map(({ title, id }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => openSection(event, id)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ title, id, paragraphs }) => (
        <section key={id}>
          <h2 id={id} tabIndex={-1} className={questions.title}>
            <MarkedText text={title} />
          </h2>
          <TextParagraphs paragraphs={paragraphs} />
        </section>
      ))}
    </>
  )
}

/** Moves there without a new address, which would be a new view for the router. */
const openSection = (event: { preventDefault(): void }, id: string): void => {
  event.preventDefault()
  const heading = document.getElementById(id)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}
