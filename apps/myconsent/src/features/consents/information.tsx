import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { ProceedButton } from './proceed-button.tsx'
import { splitIntoSections } from './steps.ts'
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

type Props = { readonly document: ConsentDocument; readonly button: string; readonly onProceed: () => void }

/** The information with its contents: the headings of the sections, in their own words. Its button names the next view. */
export const Information = ({ document, button, onProceed }: Props) => {
  const { t } = useLingui()
  const { lead, sections } = splitIntoSections(document.paragraphs)
  return (
    <>
      <TextParagraphs paragraphs={lead} />
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
      <ProceedButton button={button} onProceed={onProceed} />
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
