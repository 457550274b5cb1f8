export type Question = {
  id: string
  question: string
  answer: string
  /** Where what the answer speaks of is to be had. */
  way?: { label: string; to: string }
}

/** Questions that open one by one, without scripts too. */
export function Questions({ questions }: { questions: Question[] }) {
  return questions.map(({ id, question, answer, way }) => (
    <details key={id} className="question" id={id}>
      <summary>{question}</summary>
      <p>{answer}</p>
      {way && (
        <p>
          <a className="link" href={way.to}>
            {way.label}
          </a>
        </p>
      )}
    </details>
  ))
}
