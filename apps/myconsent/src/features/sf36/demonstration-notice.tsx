import { useLingui } from '@lingui/react/macro'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from '../../questions/questions.module.css'

/** Screen and paper say that the wording is no validated instrument (REQ-PAT-13). */
export const DemonstrationNotice = () => {
  const { t } = useLingui()
  return (
    <div className={classes.message}>
      <Notice status="waiting">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>
    </div>
  )
}
