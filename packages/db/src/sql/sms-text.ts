import { gsmBasic, gsmExtended, gsmReplacements } from '@registry/domain/messages/gsm'
import { literal, type Statement } from './text.ts'

const isSingle = ([, replacement]: readonly [string, string]): boolean => replacement.length === 1
const single = [...gsmReplacements].filter(isSingle)
const removed = [...gsmReplacements].filter(([, replacement]) => replacement === '')
const longer = [...gsmReplacements].filter(([, replacement]) => replacement.length > 1)
const join = (parts: readonly string[]): string => parts.join('')

/** `translate` removes characters without a counterpart. */
const translated = `translate(normalize(NEW.body, NFC), ${literal(join([...single, ...removed].map(([character]) => character)))}, ${literal(join(single.map(([, replacement]) => replacement)))})`

const converted = longer.reduce(
  (text, [character, replacement]) => `replace(${text}, ${literal(character)}, ${literal(replacement)})`,
  translated,
)

/** Converts the text of every SMS to the GSM alphabet, because other characters cost three times as much (THREAT-14). */
export const convertSmsStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION convert_sms_text() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.body := ${converted};
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER convert_sms_text BEFORE INSERT ON notification FOR EACH ROW
    WHEN (NEW.channel = 'sms') EXECUTE FUNCTION convert_sms_text()`,
]

const countParts = (length: string, one: number, several: number): string =>
  `CASE WHEN ${length} <= ${one} THEN 1 ELSE ceil((${length}) / ${several}.0)::integer END`

const otherCharacters = `translate(${'{text}'}, ${literal(gsmBasic + gsmExtended)}, '')`

/** Counts the billed parts of an SMS, like `countSmsParts` of the domain. */
export const countSmsParts = (text: string): string => {
  const others = otherCharacters.replace('{text}', text)
  const septets = `2 * length(${text}) - length(translate(${text}, ${literal(gsmExtended)}, ''))`
  const units = `length(${text}) + regexp_count(${text}, '[\\U00010000-\\U0010FFFF]')`
  return `CASE WHEN ${others} = '' THEN ${countParts(septets, 160, 153)} ELSE ${countParts(units, 70, 67)} END`
}
