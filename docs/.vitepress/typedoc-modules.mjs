import { Converter, ReferenceType, ReflectionKind } from 'typedoc';

/**
 * A TypeDoc plugin. Names each module as applications import it, and lists methods in the order of their file. It leaves out types that
 * nobody can read.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      if (module.name === 'schemas') hideInferredTypes(project, module);
      module.name = module.name === 'index' ? 'outlet-open-api' : `outlet-open-api/${module.name}`;
    }
  });
  const sortMethods = ({ project }) => {
    for (const { groups = [] } of project.getReflectionsByKind(ReflectionKind.ClassOrInterface))
      for (const { title, children } of groups)
        if (title === 'Methods') children.sort((one, other) => one.id - other.id);
  };
  // After TypeDoc has made the groups.
  app.converter.on(Converter.EVENT_RESOLVE_END, sortMethods, -1_000);
}

/** The type of a schema repeats all fields of an entity or request, which has a page of its own. */
function hideInferredTypes(project, module) {
  for (const schema of module.getChildrenByKind(ReflectionKind.Variable)) {
    const { name } = schema.type;
    project.removeTypeReflections(schema.type);
    schema.type = ReferenceType.createBrokenReference(name, project, 'zod');
  }
}
