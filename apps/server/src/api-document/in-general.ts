import type { MessageText } from '../messages.ts'

/** A number that the plural forms take, and that both languages write alike. */
const standIn = 999
type Say = (text: MessageText, values: Readonly<Record<string, string | number>>) => string

/** Says a text with values where none is at hand yet: dots stand in their place. */
export const inGeneral = (text: MessageText, say: Say): string => {
  const places = [...text.message.matchAll(/\{(\w+)([,}])/g)]
  const values = Object.fromEntries(places.map(([, name = '', after]) => [name, after === ',' ? standIn : '…']))
  return say(text, values).replaceAll(String(standIn), '…')
}
