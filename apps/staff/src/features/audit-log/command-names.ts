import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** The names of the commands that a log holds. Another command, for example of an earlier version, has its code only. */
const commandNames: Readonly<Record<string, MessageDescriptor>> = {
  CheckDeletion: msg`Controllo di una cancellazione`,
  CheckReceipt: msg`Controllo di una ricevuta`,
  ConfTable: msg`Caricamento di una tabella`,
  ConfirmContact: msg`Conferma di un recapito`,
  ConsentReceipt: msg`Ricevuta dei consensi`,
  StudySheet: msg`Foglio informativo letto dal paziente`,
  GetConfTable: msg`Lettura di una tabella`,
  GetConsentPoints: msg`Domande dei consensi`,
  GetConsents: msg`Consensi del paziente`,
  GetSF36: msg`Lettura del questionario`,
  JoinStudy: msg`Risposta a uno studio`,
  NewSF36: msg`Invio del questionario`,
  UndoContactChange: msg`Annullamento di un recapito`,
  UpdateConsents: msg`Risposte ai consensi`,
  UpdatePersonalData: msg`Dati personali del paziente`,
  anonymous_records: msg`Schede anonime`,
  answerInvitation: msg`Risposta a un invito`,
  center_admin: msg`Gestione dei centri`,
  centre_indicators: msg`Indicatori del centro`,
  checkexpiredpasswordpatient: msg`Controllo della password del paziente`,
  choose_centre: msg`Scelta del centro`,
  clinical_study: msg`Studi clinici`,
  cohort: msg`Coorte`,
  communications: msg`Comunicazioni`,
  confirmReregistration: msg`Conferma del ritorno nel registro`,
  consent: msg`Consensi`,
  createPatients: msg`Caricamento di nuovi pazienti`,
  creasf36: msg`Versioni del questionario`,
  discrepancies: msg`Segnalazioni`,
  e_crf: msg`Cartella`,
  export_again: msg`Esportazione ripetuta`,
  export_manifests: msg`Manifesti delle esportazioni`,
  forgottenpassword: msg`Password dimenticata`,
  forgottenpasswordpatient: msg`Password dimenticata del paziente`,
  getConsents: msg`Recupero dei consensi`,
  getEthicsDocument: msg`Lettura di un documento del comitato etico`,
  getStudies: msg`Elenco degli studi`,
  getStudySheet: msg`Lettura di un foglio informativo`,
  getStudyPatients: msg`Candidati di uno studio`,
  get_user_role: msg`Ruoli degli utenti`,
  get_userinfo: msg`Dati di chi è entrato`,
  globalconfig: msg`Configurazione globale`,
  help: msg`Manuale`,
  home: msg`Pagina principale`,
  importTemplate: msg`File da compilare`,
  imports: msg`Caricamenti`,
  inthem_query: msg`Filtri`,
  list_center: msg`Elenco dei centri`,
  log_query: msg`Log`,
  login: msg`Accesso`,
  newidentity: msg`Richieste di iscrizione`,
  newsletter: msg`Newsletter`,
  otp: msg`Invio di un codice`,
  otplogin: msg`Accesso con un codice`,
  own_language: msg`Scelta della lingua`,
  own_sessions: msg`Accessi aperti`,
  putEthicsDocument: msg`Caricamento di un documento del comitato etico`,
  putMedicalData: msg`Caricamento di dati clinici`,
  putPersonalData: msg`Caricamento di dati anagrafici`,
  putStudyPatients: msg`Decisioni sui candidati`,
  putStudySheet: msg`Caricamento di un foglio informativo`,
  query_field_info: msg`Campi dei filtri`,
  receipt_keys: msg`Chiavi delle ricevute`,
  second_factor: msg`App di autenticazione`,
  sf36: msg`Questionari del paziente`,
  site: msg`Dati del sito`,
  stampa_paziente: msg`Stampa di un documento`,
  study_export_again: msg`Esportazione ripetuta di uno studio`,
  testi_consenso: msg`Testi dei consensi`,
  user: msg`Utenti`,
  userchangepassword: msg`Cambio della password`,
  userlogout: msg`Fine della sessione`,
  verify_phone_number: msg`Controllo di un numero di cellulare`,
}

/** Returns the function that names a command of the log in words. */
export const useCommandName = (): ((command: string) => string) => {
  const { t } = useLingui()
  return useCallback(
    (command) => {
      const name = commandNames[command]
      return name ? t(name) : command
    },
    [t],
  )
}
