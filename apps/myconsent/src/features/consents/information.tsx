import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import classes from './consents.module.css'
import { splitIntoSteps } from './steps.ts'
import { TextPoints } from './text-points.tsx'

/** The information text, with a button to the next view. */
export const Information = ({ document, onProceed }: { readonly document: ConsentDocument; readonly onProceed: () => void }) => {
  const { t } = useLingui()
  return (
    <>
      <TextPoints points={splitIntoSteps(document.points).closing} />
      <div className={classes.actions}>
        <Button size="lg" onClick={onProceed}>
          {t`Prosegui`}
        </Button>
      </div>
    </>
  )
}
