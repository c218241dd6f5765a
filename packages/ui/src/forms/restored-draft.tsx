import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Notice } from '../status/status-badge.tsx'
import classes from './forms.module.css'

/** Above a form that opened with what the person had typed and not sent (REQ-UI-20). */
export const RestoredDraft = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={classes.restored}>
    <Notice status="info">
      <p className={classes.restoredText}>
        <Trans>Qui sotto c’è quello che avevi scritto e non ancora inviato.</Trans>
      </p>
      <Button variant="default" onClick={onDiscard}>
        <Trans>Scarta la bozza</Trans>
      </Button>
    </Notice>
  </div>
)
