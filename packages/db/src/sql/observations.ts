import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, today, type Statement } from './text.ts'

/** The columns of a result in the JSON of a call. */
const rowColumns =
  'row_number integer, patient_id integer, analyte text, taken_on date, comparator text, value double precision, unit text, standard_value numeric, sample text, conditional boolean, correction text'

/** The medical data that the caller may write: of the caller's centre, with consent, and not closed by a withdrawal (REQ-CON-11). */
const mayWrite = (patient: string) =>
  `EXISTS (SELECT FROM patient_medical AS data_domain WHERE data_domain.patient_id = ${patient} AND data_domain.centre_code = ${current.centre}
      AND data_domain.consented AND NOT data_domain.closed)`

/** Other changes of the record wait, so that no two calls add the same result. */
const lockPatients = (patients: string) =>
  `PERFORM FROM patient_medical WHERE patient_id = ANY (${patients}) ORDER BY patient_id FOR UPDATE;`

const sameSeries = 'stored.patient_id = sent.patient_id AND stored.analyte = sent.analyte'
/** An equal result, present or corrected, so that a nightly file brings no corrected error back. An undone one counts as never sent. */
const equalResult = `${sameSeries} AND stored.taken_on = sent.taken_on AND stored.comparator IS NOT DISTINCT FROM sent.comparator
        AND stored.standard_value = sent.standard_value AND (stored.sample = sent.sample) IS NOT FALSE AND stored.ended_as IS DISTINCT FROM 'undone'`

/** The present result of the sample. */
const sampleResult = `${sameSeries} AND stored.sample = sent.sample AND stored.ended_at IS NULL`

/**
 * Whether a correction was sent before. A result that a person has corrected since stays corrected; a program may return to a value that it
 * has corrected itself.
 */
const isRepeatedCorrection = `EXISTS (SELECT FROM observation AS stored WHERE ${equalResult} AND stored.sample = sent.sample
        AND NOT EXISTS (SELECT FROM observation AS next WHERE next.patient_id = sent.patient_id AND next.analyte = sent.analyte AND next.corrects = stored.id AND next.source = in_source))`

/**
 * The rows of a call. `alone` is one that no other row of the call concerns, by its day or its sample, and that asks for nothing but to be
 * added: the order of such rows decides nothing, so a file adds them as a set.
 */
const sentRows = `(SELECT sent.*, count(*) OVER (PARTITION BY sent.patient_id, sent.analyte, sent.taken_on) = 1
        AND (sent.sample IS NULL OR count(*) OVER (PARTITION BY sent.patient_id, sent.analyte, sent.sample) = 1)
        AND sent.correction IS NULL AND sent.conditional IS NOT TRUE AS alone
      FROM jsonb_to_recordset(in_rows) AS sent (${rowColumns}))`

/** A later day than in Italy; the server's clock may be some hours ahead. */
const isFuture = `sent.taken_on > ${today} + 1`

const observationColumns = `patient_id, centre_code, analyte, taken_on, comparator, value, unit, standard_value, sample, source, import_id, recorded_by, corrects`
const sentValues = (
  corrects: string,
) => `sent.patient_id, (SELECT centre_code FROM patient WHERE id = sent.patient_id), sent.analyte, sent.taken_on, sent.comparator, sent.value,
        sent.unit, sent.standard_value, sent.sample, in_source, nullif(current_setting('app.import', true), '')::uuid, ${current.actor}, ${corrects}`
const insertSent = (corrects: string) => `INSERT INTO observation (${observationColumns}) VALUES (${sentValues(corrects)})`

const endRow = (as: string, reason = 'in_reason') =>
  `UPDATE observation SET ended_at = now(), ended_by = ${current.actor}, ended_as = ${as}, reason = ${reason}`

/**
 * Adds results and returns the outcome of each: `added`, `unchanged` if an equal one is known, or `sample` if its sample has another result
 * (REQ-OBS-03). A row with `correction`, the status that is kept as the reason, corrects that result and is `corrected`. One with
 * `conditional` is `unchanged` if its sample has any result, even one that was corrected (REQ-OBS-10).
 */
const addObservations: OwnerFunction = {
  name: 'add_observations',
  parameters: { in_rows: 'jsonb', in_source: 'text' },
  returns: 'TABLE (row_number integer, outcome text)',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    sent record;
    found text;
    former bigint;
    patients integer[];
    in_future boolean;
    decided_alone bigint;
  BEGIN
    SELECT array_agg(DISTINCT sent.patient_id), bool_or(${isFuture}) INTO patients, in_future FROM jsonb_to_recordset(in_rows) AS sent (${rowColumns});
    ${lockPatients('patients')}
    IF in_future OR EXISTS (SELECT FROM unnest(patients) AS sent (patient_id) WHERE NOT ${mayWrite('sent.patient_id')}) THEN
      RAISE EXCEPTION 'the result must not be written' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY WITH sent AS MATERIALIZED (SELECT * FROM ${sentRows} AS sent WHERE sent.alone),
    taken AS MATERIALIZED (
      SELECT DISTINCT stored.patient_id, stored.analyte, stored.sample FROM observation AS stored
      JOIN (SELECT DISTINCT patient_id, analyte FROM sent WHERE sample IS NOT NULL) AS series USING (patient_id, analyte)
      WHERE stored.sample IS NOT NULL AND stored.ended_at IS NULL
    ), decided AS MATERIALIZED (
      SELECT sent.*, CASE WHEN EXISTS (SELECT FROM observation AS stored WHERE ${equalResult}) THEN 'unchanged' WHEN taken.sample IS NOT NULL THEN 'sample' ELSE 'added' END AS outcome
      FROM sent LEFT JOIN taken ON taken.patient_id = sent.patient_id AND taken.analyte = sent.analyte AND taken.sample = sent.sample
    ), added AS (
      INSERT INTO observation (${observationColumns}) SELECT ${sentValues('NULL::bigint')} FROM decided AS sent WHERE sent.outcome = 'added' ORDER BY sent.row_number
    )
    SELECT decided.row_number, decided.outcome FROM decided;
    GET DIAGNOSTICS decided_alone = ROW_COUNT;
    -- Most files have no other rows, and reading them again takes as long as reading them once.
    IF decided_alone = jsonb_array_length(in_rows) THEN RETURN; END IF;
    FOR sent IN SELECT * FROM ${sentRows} AS sent WHERE NOT sent.alone ORDER BY sent.row_number LOOP
      former := (SELECT stored.id FROM observation AS stored WHERE ${sampleResult} LIMIT 1);
      found := CASE
        WHEN sent.conditional AND EXISTS (SELECT FROM observation AS stored WHERE ${sameSeries} AND stored.sample = sent.sample AND stored.ended_as IS DISTINCT FROM 'undone') THEN 'unchanged'
        WHEN sent.correction IS NOT NULL AND former IS NOT NULL THEN CASE WHEN ${isRepeatedCorrection} THEN 'unchanged' ELSE 'corrected' END
        WHEN EXISTS (SELECT FROM observation AS stored WHERE ${equalResult}) THEN 'unchanged'
        WHEN former IS NOT NULL THEN 'sample'
        ELSE 'added' END;
      IF found = 'corrected' THEN
        ${endRow(`'corrected'`, 'sent.correction')} WHERE id = former;
      END IF;
      IF found IN ('added', 'corrected') THEN
        ${insertSent("CASE found WHEN 'corrected' THEN former END")};
      END IF;
      RETURN QUERY SELECT sent.row_number, found;
    END LOOP;
  END `,
}

/**
 * Ends a present result, and adds the one that corrects it. Without one it is removed. Returns `ended` if it is no longer present,
 * `present` if the series has an equal result already, and else `corrected` (REQ-OBS-03).
 */
const correctObservation: OwnerFunction = {
  name: 'correct_observation',
  parameters: { in_id: 'bigint', in_row: 'jsonb', in_reason: 'text', in_source: 'text' },
  returns: 'text',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    former observation;
    sent record;
  BEGIN
    SELECT * INTO former FROM observation WHERE id = in_id;
    IF NOT FOUND OR NOT ${mayWrite('former.patient_id')} THEN
      RAISE EXCEPTION 'the result must not be written' USING ERRCODE = 'insufficient_privilege';
    END IF;
    ${lockPatients('ARRAY[former.patient_id]')}
    IF in_row IS NOT NULL THEN
      SELECT former.patient_id AS patient_id, former.analyte AS analyte, line.* INTO sent
      FROM jsonb_to_record(in_row) AS line (taken_on date, comparator text, value double precision, unit text, standard_value numeric, sample text);
      IF ${isFuture} THEN
        RAISE EXCEPTION 'the result must not be written' USING ERRCODE = 'insufficient_privilege';
      END IF;
      IF EXISTS (SELECT FROM observation AS stored WHERE ${equalResult} AND stored.ended_at IS NULL AND stored.id <> in_id) THEN RETURN 'present'; END IF;
    END IF;
    ${endRow(`CASE WHEN in_row IS NULL THEN 'removed' ELSE 'corrected' END`)} WHERE id = in_id AND ended_at IS NULL;
    IF NOT FOUND THEN RETURN 'ended'; END IF;
    IF in_row IS NOT NULL THEN
      ${insertSent('in_id')};
    END IF;
    RETURN 'corrected';
  END `,
}

/** The results that a present one of an import corrects, back to the one before the import. */
const formerResults = `WITH RECURSIVE former AS (
        SELECT stored.corrects AS id FROM observation AS stored WHERE stored.import_id = in_import AND stored.ended_at IS NULL AND stored.patient_id = ANY (patients)
        UNION
        SELECT stored.corrects FROM former JOIN observation AS stored ON stored.id = former.id WHERE stored.import_id = in_import)
      SELECT array_agg(stored.id) FROM former JOIN observation AS stored ON stored.id = former.id WHERE stored.import_id IS DISTINCT FROM in_import`

/**
 * Ends the results of a file of the caller's centre that nobody corrected since, and returns their patients (REQ-OBS-06). What they
 * corrected comes back as a result of today, because the registry held the correction for true until now.
 */
const undoObservations: OwnerFunction = {
  name: 'undo_observations',
  parameters: { in_import: 'uuid', in_reason: 'text' },
  returns: 'integer[]',
  language: 'plpgsql',
  body: `
  DECLARE
    patients integer[];
    corrected bigint[];
  BEGIN
    SELECT array_agg(DISTINCT stored.patient_id) INTO patients FROM observation AS stored
    WHERE stored.import_id = in_import AND stored.ended_at IS NULL AND ${mayWrite('stored.patient_id')};
    ${lockPatients('patients')}
    corrected := (${formerResults});
    ${endRow(`'undone'`)} WHERE import_id = in_import AND ended_at IS NULL AND patient_id = ANY (patients);
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, comparator, value, unit, standard_value, sample, source, import_id, recorded_by, corrects)
    SELECT patient_id, centre_code, analyte, taken_on, comparator, value, unit, standard_value, sample, source, import_id, recorded_by, corrects
    FROM observation WHERE id = ANY (corrected);
    RETURN coalesce(patients, '{}');
  END `,
}

const ownerFunctions = [addObservations, correctObservation, undoObservations]
export const observationSignatures = ownerFunctions.map(formatSignature)

export const observationStatements: readonly Statement[] = ownerFunctions.map(createOwnerFunction)
