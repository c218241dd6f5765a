import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import classes from './consents.module.css'
import { splitIntoSteps } from './steps.ts'
import { TextPoints } from './text-points.tsx'
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

/** The information text. Its button names the next view. */
export const Information = ({ document, button, onProceed }: Props) => (
  <>
    <TextPoints points={splitIntoSteps(document.points).closing} />
    <div className={classes.actions}>
      <Button size="lg" onClick={onProceed}>
        {button}
      </Button>
    </div>
  </>
)
