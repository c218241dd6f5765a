import type { Language } from '../language.ts'

/** The words in braces that a text may contain. Each becomes a fact of the greeting, never a clinical value (REQ-COM-03). */
export const greetingPlaceholders = {
  it: { nome: 'name', cognome: 'surname', centro: 'centre' },
  en: { name: 'name', surname: 'surname', centre: 'centre' },
} as const satisfies Record<Language, Readonly<Record<string, GreetingFact>>>

export const greetingFacts = ['name', 'surname', 'centre'] as const
export type GreetingFact = (typeof greetingFacts)[number]
export type Greeting = Readonly<Record<GreetingFact, string>>

const placeholder = /\{([^{}]*)\}/g

const isFact = (fact: string): fact is GreetingFact => greetingFacts.some((one) => one === fact)

const findFact = (language: Language, word: string): GreetingFact | undefined => {
  const facts: Readonly<Record<string, GreetingFact>> = greetingPlaceholders[language]
  return Object.hasOwn(facts, word) ? facts[word] : undefined
}

/** Returns the first placeholder outside the allowed list, or a brace that belongs to none. */
export const findWrongPlaceholder = (text: string, language: Language, allowed: readonly GreetingFact[]): string | undefined => {
  for (const [whole, word = ''] of text.matchAll(placeholder)) {
    const fact = findFact(language, word)
    if (!fact || !allowed.includes(fact)) return whole
  }
  return /[{}]/.exec(text.replaceAll(placeholder, ''))?.[0]
}

/** Writes the placeholders of a language with the names of the facts, which the database replaces for each recipient. */
export const normalisePlaceholders = (text: string, language: Language): string =>
  text.replaceAll(placeholder, (whole, word: string) => {
    const fact = findFact(language, word)
    return fact ? `{${fact}}` : whole
  })

/** Replaces normalised placeholders, as the database does for a recipient. */
export const fillGreeting = (text: string, greeting: Greeting): string =>
  text.replaceAll(placeholder, (whole, word: string) => (isFact(word) ? greeting[word] : whole))
