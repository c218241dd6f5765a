import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import layout from '../../layout/layout.module.css'
import { EthicsDocument } from './ethics-document.tsx'
import classes from './studies.module.css'
import { useStudyLabels } from './study-labels.ts'

type Props = { readonly study: Study; readonly ownCentre: string | undefined; readonly onCorrect: () => void }

/** A study as it is stored, with the ethics decision of each centre (REQ-STU-13). */
export const StudyDetails = ({ study, ownCentre, onCorrect }: Props) => {
  const { t } = useLingui()
  const { formatState, formatOperation } = useStudyLabels()
  const { id, status, suspended, ops, endDate, mainCentre, type, filter, sf36, videoUrl, description } = study
  const facts: readonly Fact[] = [
    [t`Codice`, id],
    [t`Stato`, formatState(status, suspended)],
    [t`Operazione richiesta`, ops.map(formatOperation).join(', ') || t`nessuna`],
    [t`Fine arruolamento`, endDate === null ? t`non inserita` : showDate(endDate)],
    [t`Centro principale`, `${mainCentre.name} (${mainCentre.id})`],
    [t`Tipo`, type.label],
    [t`Filtro`, `${filter.name}: ${filter.description}`],
    [t`Questionario`, sf36.description],
    [t`Video`, videoUrl ?? t`nessuno`],
  ]
  return (
    <section aria-label={t`Dettagli studio`}>
      <h2 className={layout.title}>{t`Dettagli studio`}</h2>
      <p className={classes.description}>{description}</p>
      <FactList facts={facts} className={classes.facts} />
      <h2 className={layout.title}>{t`Valutazioni dei comitati etici`}</h2>
      {study.decisions.length === 0 ? (
        <p className={classes.note}>{t`Nessun centro ha inserito una valutazione.`}</p>
      ) : (
        <Decisions study={study} ownCentre={ownCentre} onCorrect={onCorrect} />
      )}
    </section>
  )
}

const Decisions = ({ study, ownCentre, onCorrect }: Props) => {
  const { t } = useLingui()
  return (
    <ScrollableTable label={t`Valutazioni dei comitati etici`}>
      <TableHead headings={[t`Centro`, t`Valutazione`, t`Comitato`, t`Data`, t`Inserita`, t`Documento`]} />
      <tbody>
        {study.decisions.map(
          ({ centre, isMain, approved, committee, decidedOn, enteredAt, enteredBy, hasDocument, mayCorrect, corrections }) => (
            <tr key={centre.id}>
              <th scope="row">{isMain ? t`${centre.name}, centro principale` : centre.name}</th>
              <td>
                <StatusBadge status={approved ? 'yes' : 'no'}>{approved ? t`Approvato` : t`Non approvato`}</StatusBadge>
              </td>
              <td>{committee ?? t`non indicato`}</td>
              <td>{decidedOn === null ? t`non indicata` : showDate(decidedOn)}</td>
              <td>
                {showMoment(enteredAt)}, {enteredBy}
                {corrections.map((correction) => (
                  <Correction key={correction.correctedAt} correction={correction} />
                ))}
                {mayCorrect && (
                  <Button variant="default" size="compact-sm" onClick={onCorrect}>
                    {t`Correggi`}
                  </Button>
                )}
              </td>
              <td>
                <EthicsDocument study={study} centre={centre.id} hasDocument={hasDocument} isOwn={centre.id === ownCentre} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </ScrollableTable>
  )
}

const Correction = ({ correction }: { readonly correction: Study['decisions'][number]['corrections'][number] }) => {
  const { t } = useLingui()
  const { approved, reason, correctedBy } = correction
  const at = showMoment(correction.correctedAt)
  return (
    <div className={classes.note}>
      {approved
        ? t`Corretta il ${at} da ${correctedBy}; prima: Approvato. Motivo: ${reason}`
        : t`Corretta il ${at} da ${correctedBy}; prima: Non approvato. Motivo: ${reason}`}
    </div>
  )
}
