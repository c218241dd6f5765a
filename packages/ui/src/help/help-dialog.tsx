import type { HelpPage } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import type { HelpDocument } from '@registry/domain/help/document'
import { Anchor, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../dialogs/dialog.tsx'
import { toRequestError } from '../request-error.ts'
import { useLanguage } from '../language/language.tsx'
import { LinesSkeleton } from '../status/skeletons.tsx'
import { HelpBlocks } from './help-blocks.tsx'
import classes from './help.module.css'

type Props = {
  /** The page to show. A link inside the dialog calls `onOpenPage`. */
  readonly page: HelpPage
  readonly onOpenPage: (page: HelpPage) => void
  /** `page` in the current language; undefined while it loads. */
  readonly content: HelpDocument | undefined
  /** The error of a page that did not load. */
  readonly error?: unknown
  readonly onClose: () => void
}

/** The help page of the current screen, with links to the page and to the whole manual (REQ-UI-11). */
export const HelpDialog = ({ page, onOpenPage, content, error, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <Dialog title={content?.title ?? t`Aiuto`} side="end" onClose={onClose}>
      <p className={classes.links}>
        <Anchor href={helpAddress(language, page)} target="_blank" rel="noreferrer">
          <Trans>Apri questa pagina in una nuova scheda</Trans>
        </Anchor>
        <Anchor href={helpAddress(language, 'manual')} target="_blank" rel="noreferrer">
          <Trans>Apri il manuale completo</Trans>
        </Anchor>
      </p>
      <Content content={content} error={error} onOpenPage={onOpenPage} />
      <Button fullWidth size="md" variant="default" onClick={onClose}>
        <Trans>Chiudi</Trans>
      </Button>
    </Dialog>
  )
}

const Content = ({ content, error, onOpenPage }: Pick<Props, 'content' | 'error' | 'onOpenPage'>) => {
  if (content) return <HelpBlocks key={content.page} blocks={content.blocks} onOpenPage={onOpenPage} />
  if (error === undefined || error === null)
    return (
      <div className={classes.blocks}>
        <LinesSkeleton lines={8} />
      </div>
    )
  return <p role="alert">{toRequestError(error).message}</p>
}
