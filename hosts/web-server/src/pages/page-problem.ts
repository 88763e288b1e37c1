import { type Markup, markup } from './markup.js'

/** Why a form was rejected, in a sentence for the reader, and the field that it is about. */
export interface PageProblem<Field extends string> {
  readonly sentence: string
  readonly field?: Field
}

/**
 * The problem, above everything else. Screen readers read it at once, and it gets the focus when the page
 * opens, without a script. Its link leads to the field.
 */
export const problemSummary = ({ sentence, field }: PageProblem<string>): Markup => markup`
<div class="problem" role="alert" tabindex="-1" autofocus aria-labelledby="problem-title">
<h2 id="problem-title">There is a problem</h2>
<p>${field === undefined ? sentence : markup`<a href="#${field}">${sentence}</a>`}</p>
</div>`
