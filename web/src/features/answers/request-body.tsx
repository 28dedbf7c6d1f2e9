import { visibleText } from '../../ui/visible-text.js';
import type { Asked } from './asked.js';
import { DiffView } from './diff-view.js';
import classes from './request-body.module.css';

const Risks = ({ risks }: { risks: readonly string[] }) =>
  risks.length > 0 && (
    <p className={classes['risks']}>
      <span className="unseen">Seen in it: </span>
      {risks.map((risk) => (
        <span key={risk} className={classes['risk']}>
          {risk}
        </span>
      ))}
    </p>
  );

const Details = ({ details }: { details: readonly string[] }) =>
  details.map((detail) => (
    <p key={detail} className={classes['detail']}>
      <code>{visibleText(detail)}</code>
    </p>
  ));

/** Everything that is asked for, wrapped and never clipped. */
export function RequestBody({ asked, cwd }: { asked: Asked; cwd: string }) {
  switch (asked.kind) {
    case 'command':
      return (
        <div className={classes['block']}>
          <pre className={classes['code']}>{visibleText(asked.command)}</pre>
          <p className={classes['detail']}>
            in <code>{visibleText(cwd)}</code>
            {asked.description !== null && <> · says “{visibleText(asked.description)}”</>}
          </p>
          <Details details={asked.details} />
          <Risks risks={asked.risks} />
        </div>
      );
    case 'edit':
      return (
        <>
          <DiffView lines={asked.lines} numbered={asked.numbered} />
          {(asked.details.length > 0 || asked.risks.length > 0) && (
            <div className={classes['block']}>
              <Details details={asked.details} />
              <Risks risks={asked.risks} />
            </div>
          )}
        </>
      );
    case 'arguments':
      return (
        <div className={classes['block']}>
          {asked.fields.length > 0 && (
            <table className={classes['table']}>
              <tbody>
                {asked.fields.map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row">{visibleText(name)}</th>
                    <td>
                      <code>{visibleText(value)}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <p className={classes['detail']}>As it was given:</p>
          <pre className={classes['code']}>{visibleText(asked.json)}</pre>
        </div>
      );
    case 'question':
      return asked.questions.map(({ text, options }) => (
        <div key={text} className={classes['block']}>
          <p className={classes['words']}>{visibleText(text)}</p>
          <ol className={classes['options']}>
            {options.map(({ label, description }) => (
              <li key={label}>
                <b>{visibleText(label)}</b> {visibleText(description)}
              </li>
            ))}
          </ol>
        </div>
      ));
    case 'plan':
      return <div className={`${classes['block']} ${classes['words']}`}>{visibleText(asked.text)}</div>;
    case 'cut':
      return (
        <div className={classes['block']}>
          <pre className={classes['code']}>{visibleText(asked.head)}</pre>
          <p className={classes['detail']}>It goes on beyond these first 8 KB.</p>
        </div>
      );
  }
}
