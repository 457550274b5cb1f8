export type Question = { id: string; question: string; answer: string }

/** Questions that open one by one, without scripts too. */
export function Questions({ questions }: { questions: Question[] }) {
  return questions.map(({ id, question, answer }) => (
    <details key={id} className="question" id={id}>
      <summary>{question}</summary>
      <p>{answer}</p>
    </details>
  ))
}
