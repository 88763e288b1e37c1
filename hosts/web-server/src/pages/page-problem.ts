import { type Markup, markup } from './markup.js'

/** Why a form was not taken, in a sentence for the reader, and the field that it is about. */
export interface PageProblem<Field extends string> {
  readonly sentence: string
  readonly field?: Field
}

/**
 * What is wrong, before everything else. It is read out at once and has the focus when the page opens, which needs no
 * script; its link leads to the field.
 */
export const problemSummary = ({ sentence, field }: PageProblem<string>): Markup => markup`
<div class="problem" role="alert" tabindex="-1" autofocus aria-labelledby="problem-title">
<h2 id="problem-title">There is a problem</h2>
<p>${field === undefined ? sentence : markup`<a href="#${field}">${sentence}</a>`}</p>
</div>`
