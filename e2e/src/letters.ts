import { expect } from '@playwright/test'
import type { Letter } from './letterbox.ts'

/** The letters of one person, oldest first, and the way to the next one. */
export type Letters = {
  /** The texts that this person has received. */
  received(to: string): Promise<readonly string[]>
  /** Remembers what this person has received, lets `cause` happen, and answers the text of the letter that it brought. */
  after(to: string, cause: () => Promise<unknown>): Promise<string>
}

export const readLetters = (address: string): Letters => {
  const received = async (to: string): Promise<readonly string[]> => {
    const all = (await (await fetch(address)).json()) as readonly Letter[]
    return all.filter((letter) => letter.to === to).map(({ text }) => text)
  }
  return {
    received,
    after: async (to, cause) => {
      const before = (await received(to)).length
      await cause()
      await expect.poll(async () => (await received(to)).length, { message: `a letter to ${to}` }).toBeGreaterThan(before)
      return (await received(to)).at(before) ?? ''
    },
  }
}

const found = (text: string, pattern: RegExp, what: string): string => {
  const [match] = pattern.exec(text) ?? []
  if (match === undefined) throw new Error(`The letter holds no ${what}: ${text}`)
  return match
}

/** The six digits that a letter brings (D6). */
export const codeIn = (text: string): string => found(text, /\b\d{6}\b/, 'code')

/** The link that an invitation brings (D5). */
export const linkIn = (text: string): string => found(text, /https?:\/\/\S+/, 'link')
