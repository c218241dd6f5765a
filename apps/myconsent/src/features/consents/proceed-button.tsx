import { Button } from '@mantine/core'
import { PageActions } from '../../app/page-actions.tsx'

type Props = { readonly button: string; readonly onProceed: () => void }

/** The button below a document that needs no answer. It names what comes next. */
export const ProceedButton = ({ button, onProceed }: Props) => (
  <PageActions>
    <Button size="lg" onClick={onProceed}>
      {button}
    </Button>
  </PageActions>
)
