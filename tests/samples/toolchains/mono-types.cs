// Types of .NET 8 that the samples use and Mono lacks, with as much of them as the samples need.
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>As in .NET 7: a content whose type is given whole, so that no charset is added.</summary>
public class StringContent : ByteArrayContent
{
    public StringContent(string content, MediaTypeHeaderValue mediaType)
        : base(Encoding.UTF8.GetBytes(content))
    {
        Headers.ContentType = mediaType;
    }
}

namespace System.Text.Json.Nodes
{
    /// <summary>Finds one boolean member; a reader of JSON it is not.</summary>
    public class JsonNode
    {
        private readonly string text;

        private JsonNode(string text)
        {
            this.text = text;
        }

        public static JsonNode Parse(string text)
        {
            return new JsonNode(text);
        }

        public JsonNode this[string name]
        {
            get
            {
                var match = Regex.Match(text, "\"" + Regex.Escape(name) + "\"\\s*:\\s*(true|false)");
                return match.Success ? new JsonNode(match.Groups[1].Value) : null;
            }
        }

        public T GetValue<T>()
        {
            return (T)(object)bool.Parse(text);
        }
    }
}
