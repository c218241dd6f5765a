import { useLingui } from '@lingui/react/macro'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from '../../questions/questions.module.css'

/** Screen and printout state that the wording is not a validated instrument (REQ-PAT-13). */
export const DemonstrationNotice = () => {
  const { t } = useLingui()
  return (
    <div className={classes.message}>
      <Notice status="waiting">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>
    </div>
  )
}
